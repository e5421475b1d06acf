"""What people and models spell in many ways is read as one program, and printed in one way."""

from __future__ import annotations

import pytest

from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program

_SAME = {
    "BC-020 blanks, semicolons, comments, fences": (
        "```bluecode\non BeginPlay():\n\n  // first\n  A();\n  # second\n  B() # third\n```",
        "on BeginPlay()\n  A()\n  B()\n",
    ),
    "BC-020 no indentation": ("main()\nA()\nB()\nend", "main()\n  A()\n  B()\n  end\n"),
    "BC-020 sentences around code": (
        "Sure! Here is the code:\n\n```python\ndef Tick(self):\n    A()\n```\nIt calls A every frame.",
        "def Tick()\n  A()\n",
    ),
    "BC-020 a sentence in Chinese": (
        "\u4ee5\u4e0b\u662f\u4ee3\u7801\uff1a\non A():\n  B()",
        "on A()\n  B()\n",
    ),
    "BC-021 main with a colon": ("main:\n  A()\n  return", "main()\n  A()\n  return\n"),
    "BC-022 values by place and by pin": ("A(1, Pin=2)", "main()\n  A(1, Pin=2)\n"),
    "BC-022 a class before the name": ("GameplayStatics.A(b)", "main()\n  GameplayStatics.A(b)\n"),
    "BC-023 a node by its menu name": (
        "node('Set Timer by Event', Time=0.5)",
        'main()\n  node("Set Timer by Event", Time=0.5)\n',
    ),
    "BC-024 a value by its menu name": (
        "X = value('Select', Index=i)",
        'main()\n  X = value("Select", Index=i)\n',
    ),
    "BC-025 an assignment with = in quotes": ('A(Text="a = b")', 'main()\n  A(Text="a = b")\n'),
    "BC-025 a declared type": ("Score: int = 5", "main()\n  Score = 5\n"),
    "BC-026 an if on one line": (
        "if bOpen: A()\nelse: B()",
        "main()\n  if bOpen:\n    A()\n  else:\n    B()\n",
    ),
    "BC-026 else if": (
        "if a:\n  A()\nelse if b:\n  B()",
        "main()\n  if a:\n    A()\n  elif b:\n    B()\n",
    ),
    "BC-027 precedence": ("X = a + b * (c - d) / 2", "main()\n  X = a + (b * (c - d)) / 2\n"),
    "BC-027 a chain of one operator": ("X = a + b + c", "main()\n  X = a + b + c\n"),
    "BC-027 augmented assignment": ("X += 2 * a", "main()\n  X = X + 2 * a\n"),
    "BC-027 comparisons in a chain": ("X = 0 < a <= 5", "main()\n  X = 0 < a and a <= 5\n"),
    "BC-027 C's operators": ("X = a && !b || c", "main()\n  X = a and not b or c\n"),
    "BC-028 an alias": ("A(1, alias=g)", "main()\n  let g = A(1)\n"),
    "BC-028 as": ('A(1, as="g")', "main()\n  let g = A(1)\n"),
    "BC-029 quotes and backslashes": (
        r"""A('say "hi"', "tab\t", 'it\'s', "\u00e9", "C:\Dir")""",
        'main()\n  A("say \\"hi\\"", "tab\\t", "it\'s", "\u00e9", "C:\\\\Dir")\n',
    ),
    "BC-029 texts behind one another": ('A("a" "b")', 'main()\n  A("ab")\n'),
    "BC-029 a raw text": (r'A(r"\n")', 'main()\n  A("\\\\n")\n'),
    "BC-130 a pin in square brackets": ("A([0]=1, 1=2)", "main()\n  A(`[0]`=1, `1`=2)\n"),
    "BC-131 numbers": ("A(1_000, 0x10, 2.5f, -.5)", "main()\n  A(1000, 16, 2.5, -.5)\n"),
    "BC-132 calls in calls": ("A(B(c, D()), e)", "main()\n  A(B(c, D()), e)\n"),
    "BC-133 a call without quotes": ("A(Text=B(c))", "main()\n  A(Text=B(c))\n"),
    "Python: def, self, type hints": (
        "def f(self, x: float = 1.0) -> bool:\n    return self.a(x)",
        "def f(x: float) -> (ReturnValue: bool)\n  return self.a(x)\n",
    ),
    "Python: a class around functions": (
        'import unreal\nclass A(B):\n  """A."""\n  def Tick(self, dt):\n    A()\n\n  def B(self):\n    pass',
        "def Tick(dt)\n  A()\n\ndef B()\n  pass\n",
    ),
    "a call without brackets": (
        'wait 2\nprint "hello"\nMesh.Say f"{x}"',
        'main()\n  wait(2)\n  print("hello")\n  Mesh.Say(f"{x}")\n',
    ),
    "a class as a text": (
        'if x.GetClass() == "Pawn":\n  A()\nif x.ClassName != "Pawn":\n  B()',
        "main()\n  if x is Pawn as x:\n    A()\n  if x is Pawn as x: pass\n  else:\n    B()\n",
    ),
    "a class as a class": (
        "if x.GetClass() == Pawn:\n  A()",
        "main()\n  if x.GetClass() == Pawn:\n    A()\n",
    ),
    "Python: isinstance": ("if isinstance(x, Pawn):\n  A()", "main()\n  if x is Pawn as x:\n    A()\n"),
    "Python: not isinstance": (
        "if not isinstance(x, Pawn):\n  A()\nelse:\n  B()",
        "main()\n  if x is Pawn as x:\n    B()\n  else:\n    A()\n",
    ),
    "Python: isinstance and more": (
        "if isinstance(x, Pawn) and x.bAlive:\n  A()",
        "main()\n  if x is Pawn as x:\n    if x.bAlive:\n      A()\n",
    ),
    "Python: None": ("X = a is not None", "main()\n  X = IsValid(a)\n"),
    "Python: is None": ("if a is None:\n  A()", "main()\n  if not IsValid(a):\n    A()\n"),
    "Python: range": ("for i in range(3):\n  A(i)", "main()\n  for i in 0..2:\n    A(i)\n"),
    "Python: enumerate": (
        "for i, x in enumerate(Xs):\n  A(i, x)",
        "main()\n  for x, i in Xs:\n    A(i, x)\n",
    ),
    "Python: match": (
        "match Mode:\n  case 0:\n    A()\n  case _:\n    B()",
        "main()\n  switch Mode:\n    case 0:\n      A()\n    default:\n      B()\n",
    ),
    "Python: a choice": ("X = a if b else c", "main()\n  X = a if b else c\n"),
    "C: a choice": ("X = b ? a : c", "main()\n  X = a if b else c\n"),
    "Python: f-strings": (
        'A(f"HP: {self.Health:.1f} of {Max} {{}}")',
        (
            'main()\n  A(FormatText(Format="HP: {Value1} of {Max} `{`}", Value1=Conv_DoubleToText('
            "Value=self.Health, bUseGrouping=false, MinimumFractionalDigits=1, "
            "MaximumFractionalDigits=1), Max=Max))\n"
        ),
    ),
    "1.20 a cast with arms": (
        "cast x as p: Pawn:\n  then: A()\n  CastFailed:\n    B()",
        "main()\n  if x is Pawn as p:\n    A()\n  else:\n    B()\n",
    ),
    "1.20 a cast with a block": (
        "cast x to Pawn as p:\n  A()\nelse:\n  B()",
        "main()\n  if x is Pawn as p:\n    A()\n  else:\n    B()\n",
    ),
    "1.20 labels and goto": ("@again: A()\ngoto again", "main()\n  @again:\n  A()\n  goto again\n"),
    "1.20 a region in front of a label": (
        "@again:\n#[Wait]\nA()\n#[/]\ngoto again",
        "main()\n  #[Wait]\n  @again:\n  A()\n  #[/]\n  goto again\n",
    ),
    "1.20 a sequence on one line each": (
        "sequence:\n  then 0: A()\n  then_1: B()",
        "main()\n  sequence:\n    then:\n      A()\n    then:\n      B()\n",
    ),
    "1.20 an input": (
        "on input IA_Jump:\n  Started: Jump()\n  Completed:\n    StopJumping()",
        "on input IA_Jump()\n  Started:\n    Jump()\n  Completed:\n    StopJumping()\n",
    ),
    "1.20 several outputs": ("let (a, b) = A()", "main()\n  let (a, b) = A()\n"),
    "Python: several outputs": (
        "(a, b) = A()\nc, d = B()",
        "main()\n  let (a, b) = A()\n  let (c, d) = B()\n",
    ),
    "1.20 unbind": ("unbind OnDied", "main()\n  bind OnDied = none\n"),
    "Python: a power": ("X = -a ** b ** 2", "main()\n  X = -pow(a, pow(b, 2))\n"),
    "Python: an item set": (
        "Xs[0] = 1\nself.Xs[i] += 2",
        "main()\n  Xs.Set(0, 1)\n  self.Xs.Set(i, self.Xs[i] + 2)\n",
    ),
    "Python: str.format": (
        'A("{} of {1}, {n}".format(x, 2, n=z))',
        'main()\n  A(f"{x} of {2}, {z}")\n',
    ),
    "Python: statements on one line": (
        "if a: A(); B()\nC(); D()",
        "main()\n  if a:\n    A()\n    B()\n  C()\n  D()\n",
    ),
    "C: blocks in braces": (
        "on A() {\n  if (a) {\n    B();\n  } else if (b) {\n    C();\n  } else {\n    D();\n  }\n}",
        "on A()\n  if a:\n    B()\n  elif b:\n    C()\n  else:\n    D()\n",
    ),
    "C: blocks in braces on one line": (
        "if (a) { A(); B(); } else { C(); }\nD();",
        "main()\n  if a:\n    A()\n    B()\n  else:\n    C()\n  D()\n",
    ),
    "C: braces on lines of their own": (
        "on A()\n{\nB();\nwhile (a)\n{\nC();\n}\nD();\n}",
        "on A()\n  B()\n  while a:\n    C()\n  D()\n",
    ),
    "C: a switch": (
        "switch (a) {\n  case 0:\n    A();\n  case 1: {\n    B();\n  }\n  default:\n    C();\n}",
        "main()\n  switch a:\n    case 0:\n      A()\n    case 1:\n      B()\n    default:\n      C()\n",
    ),
    "C: a loop that counts down": (
        "for (int i = 9; i > 0; i--) { A(i); }",
        "main()\n  for iStep in -9..-1:\n    let i = iStep * -1\n    A(i)\n",
    ),
    "a loop with steps": (
        "for i in range(1, 9, 2):\n  A(i)",
        "main()\n  for iStep in 0..3:\n    let i = iStep * 2 + 1\n    A(i)\n",
    ),
    "C: a loop that counts": (
        "for (int i = 0; i < n; i++) { A(i); }",
        "main()\n  for i in 0..n - 1:\n    A(i)\n",
    ),
    "C++: a loop over items": ("for (const auto& x : Xs) { A(x); }", "main()\n  for x in Xs:\n    A(x)\n"),
    "JavaScript: a loop over items": ("for (const x of Xs) { A(x); }", "main()\n  for x in Xs:\n    A(x)\n"),
    "C#: foreach": ("foreach (var x in Xs) { A(x); }", "main()\n  for x in Xs:\n    A(x)\n"),
    "C: steps": ("X++;\n--Y;\na.N++", "main()\n  X = X + 1\n  Y = Y - 1\n  a.N = a.N + 1\n"),
    "C: types before names": ("int x = 5;\nconst auto y = F();", "main()\n  x = 5\n  y = F()\n"),
    "C++: arrows and scopes": ("a->B(FMath::Max(1, 2));", "main()\n  a.B(FMath.Max(1, 2))\n"),
    "C++: a cast": ("Cast<APawn>(x)->Jump();", "main()\n  `Cast`(x, APawn).Jump()\n"),
    "C++: a class before the values": ("SpawnActor<AFoo>(b);", "main()\n  SpawnActor(AFoo, b)\n"),
    "C#: as and new": (
        "p = x as Pawn\ny = new Vector(1, 2, 3)",
        "main()\n  p = `Cast`(x, Pawn)\n  y = Vector(1, 2, 3)\n",
    ),
    "C#: binding": (
        "Zone.OnHit += event Hit\nOnDied -= event Hit",
        "main()\n  bind Zone.OnHit += event Hit\n  bind OnDied -= event Hit\n",
    ),
    "JavaScript: strict comparison": ("X = a === b && c !== d", "main()\n  X = a == b and c != d\n"),
    "PHP: elseif": ("if a:\n  A()\nelseif b:\n  B()", "main()\n  if a:\n    A()\n  elif b:\n    B()\n"),
    "values over several lines": ("A(\n  1,  # one\n  2,\n)", "main()\n  A(1, 2)\n"),
}


@pytest.mark.parametrize(("written", "printed"), _SAME.values(), ids=_SAME.keys())
def test_spellings_are_printed_in_one_form(written: str, printed: str) -> None:
    assert print_program(parse_program(written)) == printed
    assert print_program(parse_program(printed)) == printed


_REFUSED = {
    "a variable in a class": ("class A:\n  Health = 5\n  def B(self):\n    pass", 2, "to the Blueprint"),
    "a function in a function": ("def A():\n  def B():\n    pass", 2, "left margin"),
    "a comprehension": ("X = [a for a in b]", 1, "for loop"),
    "a lambda": ("X = lambda: 1", 1, "custom event"),
    "a whole division": ("X = a // 2", 1, "FTrunc"),
    "a slice": ("X = a[1:2]", 1, "by its number"),
    "a single = in a condition": ("if a = 1:\n  B()", 1, "=="),
    "several values in a case": ("switch a:\n  case 1 | 2:\n    B()", 2, "a case for each value"),
    "a class test with else": ("if x is A as y and b:\n  C()\nelse:\n  D()", 1, "in the lines below it"),
    "an indentation that fits nothing": ("on A():\n    B()\n  C()", 3, "Indent it like"),
    "a line that is indented too far": ("A()\n  B()", 2, "same indentation"),
    "an else without an if": ("A()\nelse:\n  B()", 2, "like the if"),
    "an empty block": ("if a:\nB()", 1, "pass"),
    "a value behind a named one": ("A(b=1, 2)", 1, "Name the pin"),
    "a format that no node has": ('A(f"{x:>10}")', 1, ":.2f"),
    "a brace that is never closed": ("on A() {\n  B();\n", 1, "Write }"),
    "a brace that closes nothing": ("on A():\n  B()\n}", 3, "Leave it out"),
    "a variable without a value": ("X: float", 1, "to the Blueprint"),
    "a step inside of an expression": ("X = Y++", 1, "+= 1"),
    "a loop that asks for something else": ("for (int i = 9; i != 0; i--) { A(); }", 1, "range("),
    "a typed variable without a value": ("float x;", 1, "to the Blueprint"),
    "a slice with steps": ("X = a[::2]", 1, "by its number"),
    "an import inside": ("on A():\n  import b", 2, "Leave it out"),
    "a loop with steps of a variable": ("for i in range(0, 9, n):\n  A()", 1, "the number itself"),
    "sentences only": ("I cannot help with this request.", 0, "on BeginPlay()"),
    "a sentence among statements": ("A()\nthen wait for two seconds\nB()", 2, ""),
}


@pytest.mark.parametrize(("text", "line", "remedy"), _REFUSED.values(), ids=_REFUSED.keys())
def test_what_is_not_certain_is_an_error_that_teaches(text: str, line: int, remedy: str) -> None:
    with pytest.raises(BlueCodeError) as caught:
        parse_program(text)
    assert caught.value.line == line
    assert caught.value.fix
    assert remedy in caught.value.fix


def test_an_error_shows_the_line_with_a_caret_under_the_place() -> None:
    with pytest.raises(BlueCodeError) as caught:
        parse_program("on BeginPlay():\n\tPrintString(Hello World)")
    assert caught.value.pointed == " PrintString(Hello World)\n                   ^"
    assert caught.value.for_model().endswith(caught.value.pointed)


def test_the_excerpt_of_a_long_line_stays_around_the_place() -> None:
    with pytest.raises(BlueCodeError) as caught:
        parse_program("X = " + "a + " * 1000 + "?")
    shown, caret = caught.value.pointed.split("\n")
    assert len(shown) < 130
    assert shown[len(caret) - 1] == "?"
