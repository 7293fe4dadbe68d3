// Exits while V8 compiles on a thread of its own and has reached the limit of the heap: a thread that
// then asks for memory waits for a collection that does not come, and the process for the thread.

export function exitWhileCompiling() {
  // Functions of some length that V8 compiles once they have run eight times.
  const moves = 'a = b; b = c; c = a;'.repeat(700)
  const body = `let a = 1, b = 2, c = 3; if (isShort) return a; ${moves} return a`
  const functions = Array.from({ length: 150 }, (_, i) => new Function('isShort', `${body} + ${i}`))
  for (const each of functions) each(true)

  // Garbage, by which V8 lowers the limit, and memory outside of the heap that reaches it.
  let garbage
  for (let i = 0; i < 1_000_000; i++) garbage = [i, String(i)]
  const outside = new ArrayBuffer(24 * 2 ** 20)

  for (let i = 0; i < 8; i++) for (const each of functions) each(false)
  process.exit(garbage !== undefined && outside.byteLength > 0 ? 0 : 1)
}
