/** The maximum length of an answer in characters: an agent pays for each. */
const maxLength = 12_000

/** Texts that are longer are cut; the middle of bytes says least. */
const maxText = 600

/** The answer as JSON: whole numbers in decimal, long texts cut, and a note where something is missing. */
export function decimalAmounts(answer: unknown): string {
  if (typeof answer === 'string') return cut(answer, maxLength)
  const json = JSON.stringify(answer, replacer, 1) ?? 'null'
  return cut(json, maxLength)
}

function replacer(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? cut(value, maxText) : value
}

function cut(value: string, longest: number): string {
  if (value.length <= longest) return value
  const note = `… (cut: ${value.length} characters; ask for less, or use the tool rpc)`
  return `${value.slice(0, longest)}${note}`
}
