import { isObject } from './compare.ts'
import type { Exchange } from './ioFile.ts'
import { judgeExact, judgeForm } from './judge.ts'
import type { ResultCheck } from './openRpc.ts'
import type { Case } from './readSuite.ts'

/** Sends a JSON text and gives the JSON text that came back. */
export type Send = (request: string) => Promise<string>

/** What came of a case. */
export interface Outcome {
  readonly name: string
  readonly group: string
  /** What is wrong, a line each; none: passed. */
  readonly failures: readonly string[]
  /** Of its requests, the one that took longest. */
  readonly slowestMs: number
}

/** Runs the exchanges of a case one after another, to the first that fails. */
export async function runCase(one: Case, send: Send, check: ResultCheck): Promise<Outcome> {
  let slowestMs = 0
  let failures: readonly string[] = []
  for (const [index, exchange] of one.exchanges.entries()) {
    const startedMs = performance.now()
    const answer = await send(exchange.request).catch((error: Error) => error)
    slowestMs = Math.max(slowestMs, performance.now() - startedMs)
    const found =
      answer instanceof Error ? [answer.message] : judge(exchange, answer, one.specOnly, check)
    if (found.length === 0) continue
    const place = one.exchanges.length === 1 ? '' : `request ${index + 1}: `
    failures = found.map((failure) => `${place}${failure}`)
    break
  }
  return { name: one.name, group: one.group, failures, slowestMs }
}

function judge(
  { request, response }: Exchange,
  text: string,
  specOnly: boolean,
  check: ResultCheck,
): readonly string[] {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return [`the answer is no JSON: ${text.slice(0, 200)}`]
  }
  const recorded: unknown = JSON.parse(response)
  if (!specOnly) return judgeExact(recorded, answer)
  const sent: unknown = JSON.parse(request)
  return judgeForm(String(isObject(sent) ? sent.method : undefined), recorded, answer, check)
}
