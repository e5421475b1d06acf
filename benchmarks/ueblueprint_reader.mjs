// Reads texts of copied nodes with ueblueprint and says how long it took; its web page is left out.
//
// node ueblueprint_reader.mjs PACKAGE ROUNDS < list of files as JSON
// Prints {"read": …, "bytes": …, "seconds": [one for each round], "refused": [files]} as JSON.

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

// The entities import classes of the page, which only have to be there.
class Empty {}
for (const name of ["HTMLElement", "CustomEvent", "Element", "MouseEvent"]) {
    globalThis[name] ??= Empty
}
globalThis.window = globalThis
globalThis.document = { createElement: () => ({}), createTreeWalker: () => ({}), createComment: () => ({}) }
globalThis.customElements = { define() {}, get() {} }

const [folder, rounds] = process.argv.slice(2)
const load = file => import(pathToFileURL(join(folder, "js", file)))
const { default: ObjectEntity } = await load("entity/ObjectEntity.js")
const { default: initializeSerializerFactory } = await load("serialization/initializeSerializerFactory.js")
initializeSerializerFactory()

const files = JSON.parse(readFileSync(0, "utf8"))
const texts = files.map(file => readFileSync(file, "utf8").replaceAll("\r\n", "\n"))
const seconds = []
let refused = []
for (let round = 0; round < Number(rounds); ++round) {
    refused = []
    const start = performance.now()
    texts.forEach((text, index) => {
        try {
            ObjectEntity.grammarMultipleObjects.parse(text)
        } catch {
            refused.push(files[index])
        }
    })
    seconds.push((performance.now() - start) / 1000)
}
const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
console.log(JSON.stringify({ read: texts.length - refused.length, bytes, seconds, refused }))
