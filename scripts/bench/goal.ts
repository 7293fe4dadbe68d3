/** What the machine does besides only adds: a goal is missed by more than that. */
const tolerance = 1.15

/** Prints a figure beside the most that it may be; the process ends with 1 when one is missed. */
export function goal(what: string, value: number, most: number, unit: string): void {
  show(what, value, unit, { words: `at most ${most}`, share: value / most })
}

/** Prints a figure beside the least that it may be; the process ends with 1 when one is missed. */
export function goalAtLeast(what: string, value: number, least: number, unit: string): void {
  show(what, value, unit, { words: `at least ${least}`, share: least / value })
}

/** `share` is above 1 when it is missed. */
function show(
  what: string,
  value: number,
  unit: string,
  { words, share }: { readonly words: string; readonly share: number },
): void {
  const isMissed = !(share <= tolerance)
  if (isMissed) process.exitCode = 1
  const verdict = share <= 1 ? 'reached' : isMissed ? 'MISSED' : 'within 15 %'
  const figure = Number.isInteger(value) ? String(value) : value.toFixed(2)
  console.log(`${what.padEnd(40)} ${figure} ${unit}, goal ${words}: ${verdict}`)
}
