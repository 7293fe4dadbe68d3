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

/** A colon, and the beginning of the value after it. */
const beforeValue = /[ \t\n\r]*:[ \t\n\r]*/y
const bareValue = /[^ \t\n\r,}\]]*/y

/** The value of the member whose name ends there, as it is written; nothing where no member is. */
function valueAfter(text: string, nameEnd: number): string | undefined {
  beforeValue.lastIndex = nameEnd + 1
  if (!beforeValue.test(text)) return undefined
  const start = beforeValue.lastIndex
  if (text.charCodeAt(start) === quote) return text.slice(start, endOfString(text, start) + 1)
  bareValue.lastIndex = start
  return bareValue.exec(text)?.[0]
}

/**
 * What about a JSON text is over the bounds, or `undefined`. One pass without recursion and without
 * objects, to be taken before anything parses the text or walks through it. `ids` gets the member
 * `id` of each request as it is written: of the only one, or by their places in the batch.
 */
export function overJsonBounds(
  text: string,
  bounds: JsonBounds,
  ids: (string | undefined)[] = [],
): 'depth' | 'values' | undefined {
  const { maxDepth, maxValues } = bounds
  let depth = 0
  let values = 1
  let place = 0
  /** Inside a request, arrays and objects are this deep. */
  let requestDepth = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote: {
        const end = endOfString(text, at)
        if (depth === requestDepth && end - at === 3 && text.startsWith('id', at + 1)) {
          ids[place] = valueAfter(text, end) ?? ids[place]
        }
        at = end
        break
      }
      case openArray:
      case openObject:
        if (depth === 0 && text.charCodeAt(at) === openArray) requestDepth = 2
        depth++
        values++
        if (depth > maxDepth) return 'depth'
        break
      case closeArray:
      case closeObject:
        depth--
        break
      case comma:
        values++
        if (values > maxValues) return 'values'
        if (depth === requestDepth - 1) place++
        break
    }
  }
  return undefined
}
