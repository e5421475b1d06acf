"""What a token of BlueCode looks like. Part of `bluecode`: its lexer reads by it, `spans` colours by it.

It knows no program, so that a text can be coloured where nothing is parsed.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["TOKEN_PATTERN"]

TOKEN_PATTERN: Final = re.compile(
    r"""
    (?P<blank>[ \t\f\u00a0\u3000]+|\\[ \t]*\n)
  | (?P<comment>\#[^\n]*|//[^\n]*|/\*(?:[^*\n]|\*(?!/))*\*/)
  | (?P<prefix>(?:[fF][rR]?|[rR][fF]?)(?="|'))
  | (?P<number>0[xX][0-9a-fA-F]{1,16}(?!\w)
      | [0-9][0-9_]*(?:\.(?!\.)[0-9_]*)?(?:[eE][+-]?[0-9]+)?[fF]?(?!\w)
      | (?<![\w)\]`])\.[0-9]+(?:[eE][+-]?[0-9]+)?[fF]?(?!\w))
  | (?P<name>[^\W\d]\w*)
  | (?P<quoted>`(?:[^`\n]|``)*`)
  | (?P<triple>\"\"\"|\'\'\')
  | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<sign>\.\.|->|=>|::|:=|\*\*|===|!==|<<|>>|[+\-*/%]=|[=!<>]=|&&|\|\||[()\[\]{}.,:;=+\-*/%<>&|^~@!?])
    """,
    re.VERBOSE | re.DOTALL,
)
