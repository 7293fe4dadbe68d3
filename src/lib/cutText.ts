/** As much of anybody's value as a message repeats, in characters. */
const mostRepeated = 200

/** A value of somebody else as messages repeat it: a long one is cut, and how long it is said. */
export function cutText(text: string): string {
  if (text.length <= mostRepeated) return text
  return `${text.slice(0, mostRepeated)}… (${text.length} characters)`
}
