/** The error of a JSON-RPC answer. */
export interface AnswerError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/**
 * What an error means: `rate`: later; `notThere`: perhaps in a moment, another node behind the same
 * address has it; `notArchive`: never here; `missing`: no such method; `tooLarge`: fewer at once;
 * `busy`: again; `answer`: that is the answer.
 */
export type AnswerKind =
  | 'rate'
  | 'notThere'
  | 'notArchive'
  | 'missing'
  | 'tooLarge'
  | 'busy'
  | 'answer'

const rateCodes = new Set([429, -32005, -32016, -32055])
const rateText =
  /rate.?limit|rate exceeded|too many requests|request limit|limit exceeded for|throttl/i
const archiveText =
  /missing trie node|state .*(?:is )?not available|state .*unavailable|historical state|pruned|archive|state at block .* is not|distance to target block exceeds/i
const notThereText =
  /header not found|unknown block|block not found|could not find block|header for hash not found/i
const batchText =
  /batch.*(?:too large|limit|size|exceed|too many)|too many .*batch|(?:too many|maximum).*calls/i
const busyText =
  /timed? ?out|try again|temporar|internal server error|overloaded|service unavailable/i
const limitOfAnswer = /range|results|response size|logs/i

/** What the error of an answer means, by code and words of the nodes and gateways that there are. */
export function classify({ code, message }: AnswerError): AnswerKind {
  if (
    code === -32601 ||
    /method .*(?:not found|does not exist|not supported|not available)/i.test(message)
  ) {
    return 'missing'
  }
  if (batchText.test(message)) return 'tooLarge'
  if (isRate(code, message)) return 'rate'
  if (code === 4444 || archiveText.test(message)) return 'notArchive'
  if (notThereText.test(message)) return 'notThere'
  if (code === -32603 && busyText.test(message)) return 'busy'
  return 'answer'
}

function isRate(code: number, message: string): boolean {
  // Some say with this code that an answer would be too long, which waiting does not change.
  if (code === -32005 && limitOfAnswer.test(message) && !rateText.test(message)) return false
  if (rateCodes.has(code) || rateText.test(message)) return true
  return (
    (code === -32012 && /credits/i.test(message)) || (code === -32007 && /limit/i.test(message))
  )
}
