const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d

interface JsonBounds {
  /** Arrays and objects inside each other. */
  readonly maxDepth: number
  /** Elements and members in all: a short text can stand for very many objects. */
  readonly maxValues: number
}

/** Index of the quote that ends the string, or of the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes++
    if (slashes % 2 === 0) return at
  }
  return text.length
}

/**
 * What about a JSON text is over the bounds, or `undefined`. One pass without recursion and without
 * objects, to be taken before anything parses the text or walks through it.
 */
export function overJsonBounds(text: string, bounds: JsonBounds): string | undefined {
  const { maxDepth, maxValues } = bounds
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openArray:
      case openObject:
        depth++
        values++
        if (depth > maxDepth) return `JSON nested deeper than ${maxDepth}`
        break
      case closeArray:
      case closeObject:
        depth--
        break
      case comma:
        values++
        if (values > maxValues) return `JSON of more than ${maxValues} values`
        break
    }
  }
  return undefined
}
