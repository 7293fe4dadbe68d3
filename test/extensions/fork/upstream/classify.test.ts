import { expect, test } from 'vitest'
import { type AnswerKind, classify } from '../../../../src/extensions/fork/upstream/read.ts'

/** Codes and words of nodes and gateways, August 2026. */
const words: readonly [AnswerKind, number, string][] = [
  ['rate', 429, 'Your app has exceeded its compute units per second capacity'],
  ['rate', -32005, 'daily request count exceeded, request rate limited'],
  ['rate', -32016, 'over rate limit'],
  ['rate', -32012, 'not enough credits'],
  ['rate', -32007, '50/second request limit reached'],
  ['rate', -32055, 'too fast'],
  ['rate', -32000, 'Too Many Requests'],
  ['answer', -32005, 'query returned more than 10000 results'],
  ['answer', -32005, 'block range is too wide'],
  ['notArchive', -32000, 'missing trie node 5f3c (path ) state 0x12 is not available'],
  ['notArchive', -32000, 'historical state 0x12 is not available'],
  ['notArchive', 4444, 'gone'],
  ['notArchive', -32002, 'this is no archive node'],
  ['notArchive', -32000, 'World state unavailable'],
  ['notArchive', -32602, 'distance to target block exceeds maximum proof window'],
  ['notThere', -32000, 'header not found'],
  ['notThere', -32000, 'header for hash not found'],
  ['notThere', -39001, 'unknown block'],
  ['notThere', -32000, 'block not found: 0x5'],
  ['missing', -32601, 'whatever'],
  ['missing', -32000, 'the method debug_traceCall does not exist/is not available'],
  ['missing', -32600, 'Method eth_getProof is not supported'],
  ['tooLarge', -32000, 'batch too large'],
  ['tooLarge', -32600, 'batch size limit exceeded'],
  ['busy', -32603, 'Internal server error, try again'],
  ['answer', 3, 'execution reverted'],
  ['answer', -32000, 'insufficient funds for gas * price + value'],
  ['answer', -32602, 'invalid argument 0: hex string without 0x prefix'],
]

test.each(words)('%s: %i %s', (kind, code, message) => {
  expect(classify({ code, message })).toBe(kind)
})
