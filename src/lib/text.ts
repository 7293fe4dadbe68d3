/** The number of characters of a given value that a message repeats. */
const maxRepeated = 200

/** An untrusted value for use in messages: long ones are cut, with their length. */
export function cutText(text: string): string {
  if (text.length <= maxRepeated) return text
  return `${text.slice(0, maxRepeated)}… (${text.length} characters)`
}

/** The maximum length of a text in a message: contracts can choose any text. */
const maxTextLength = 300

/** The text in one line, without what would command a terminal. */
export function printable(text: string, longest = maxTextLength): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text
  // Control characters and the marks that turn the direction of writing.
  return short.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** Control characters of both sets but tab and line feed, line separators, and the marks that turn the direction of writing. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what terminals obey.
const commands = /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

const allCommands = new RegExp(commands, 'g')

/** The colours of `Output.style`, or what would command a terminal. */
const coloursAndCommands = new RegExp(
  `(\\u001b\\[(?:[12]|22|3[12356]|39)m)|${commands.source}`,
  'g',
)

/**
 * The text with what would command a terminal written as `\\u001b`, as JSON has it, so that JSON stays the same JSON.
 * `keepsColours`: those of `Output.style` stay.
 */
export function escapeCommands(text: string, keepsColours = false): string {
  if (!commands.test(text)) return text
  if (!keepsColours) return text.replace(allCommands, escaped)
  return text.replace(coloursAndCommands, (found, colour) => colour ?? escaped(found))
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** `1234567` as `1,234,567`. */
export function thousands(count: bigint | number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** A whole number with the last digits after a point: `0.5`. */
export function decimal(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '')
  const whole = thousands(BigInt(text.slice(0, -digits)))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** Prices of gas from this one on are in gwei, in wei. */
const minInGwei = 100_000n

/** A price of gas in the unit that people use, all digits: `0.5 gwei`, `7 wei`. */
export function gasPriceWords(wei: bigint): string {
  return wei < minInGwei ? `${wei} wei` : `${decimal(wei, 9)} gwei`
}

/** Amounts of ether from this one on are in ETH, in wei. */
const minInEther = 10n ** 14n

/** An amount of ether in the unit that people use, all digits: `1.5 ETH`, `20 gwei`, `7 wei`. */
export function amountWords(wei: bigint): string {
  return wei < minInEther ? gasPriceWords(wei) : `${decimal(wei, 18)} ETH`
}

/** Longer than any name there is: to compare takes as long as both are, one times the other. */
const maxTypedLength = 200

/**
 * Returns the candidate that was probably meant, if one is near. A longer name may have more wrong letters. Case does
 * not matter.
 */
export function suggest(
  typed: string,
  candidates: readonly string[],
  lettersPerTypo = 3,
): string | undefined {
  if (typed.length > maxTypedLength) return undefined
  const text = typed.toLowerCase()
  const beginning = candidates.filter((candidate) => candidate.toLowerCase().startsWith(text))
  if (text.length >= 3 && beginning.length === 1) return beginning[0]
  let best: string | undefined
  let most = Math.max(1, Math.floor(text.length / lettersPerTypo))
  for (const candidate of candidates) {
    const distance = editDistance(text, candidate.toLowerCase())
    if (distance > most || (distance === most && best !== undefined)) continue
    best = candidate
    most = distance
  }
  return best
}

/** Letters to insert, delete, replace or swap with their neighbour until `from` is `to`. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = current
  }
  return at(last, to.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
