import type { FaultKind, FaultOf } from './fault.ts'
import {
  address,
  closeCode,
  closeReason,
  errorCode,
  type FaultMember,
  flag,
  hash,
  json,
  milliseconds,
  name,
  optional,
  order,
  probability,
  required,
  signedTransaction,
  text,
  whole,
  wordOf,
} from './faultRules.ts'

/** A kind of fault: what happens, and its members with their rules. */
export interface FaultDefinition<Kind extends FaultKind = FaultKind> {
  readonly summary: string
  readonly members: { readonly [member in Exclude<keyof FaultOf<Kind>, 'kind'>]-?: FaultMember }
}

const frequency = {
  times: optional(whole(1), 'Times'),
  probability: optional(probability, 'Probability, 0 to 1'),
}
const filter = {
  method: optional(name, 'Method, * for any letters'),
  connection: optional(name, 'Connection'),
  ...frequency,
}
const target = { transaction: optional(hash, 'Hash'), from: optional(address, 'Sender') }
const subscriber = {
  subscription: optional(name, 'Kind of subscription'),
  connection: optional(name, 'Connection'),
  ...frequency,
}
const index = optional(whole(0), 'Index')
const ms = required(milliseconds, 'Milliseconds')
const jitterMs = optional(milliseconds, 'Random part, ms')

/** How many flashblocks stale reads can lag behind. */
export const maxLag = 63

/** All kinds: what is checked of a fault and what the inspector asks for comes from here. */
export const faultDefinitions: { readonly [Kind in FaultKind]: FaultDefinition<Kind> } = {
  dropAtSeal: {
    summary: 'A pre-confirmed transaction is missing from the sealed block.',
    members: {
      ...target,
      requeue: optional(flag, 'Goes back to the pool'),
      ...frequency,
    },
  },
  replaceAtSeal: {
    summary: 'A pre-confirmed transaction is replaced by another in the sealed block.',
    members: {
      transaction: required(hash, 'Hash'),
      with: required(signedTransaction, 'Replacement, signed and encoded'),
      ...frequency,
    },
  },
  reorderAtSeal: {
    summary: 'The sealed block has the transactions in another order.',
    members: {
      order: required(order, 'reverse, shuffle, or hashes that come first'),
      ...frequency,
    },
  },
  sealWithoutFlashblocks: {
    summary: 'The block is sealed without its last flashblocks.',
    members: { count: required(whole(1), 'How many'), ...frequency },
  },
  skipFlashblock: {
    summary: 'A flashblock is not published.',
    members: { index, ...frequency },
  },
  repeatFlashblock: {
    summary: 'A flashblock is pushed to subscribers twice.',
    members: { index, ...frequency },
  },
  delayPublishing: {
    summary: 'A flashblock becomes visible late.',
    members: { ms, jitterMs, ...frequency },
  },
  stopPublishing: {
    summary: 'No flashblocks are published for some time.',
    members: { ms, ...frequency },
  },
  republish: {
    summary: 'The publisher sends the flashblocks of the open block again from index 0.',
    members: frequency,
  },
  abandonBlock: {
    summary: 'The newest block is replaced by another of its height.',
    members: {
      transactions: optional(
        wordOf('requeue', 'lose', 'keep'),
        'Its transactions: requeue, lose or keep',
      ),
      ...frequency,
    },
  },
  skipState: {
    summary: 'A block does not come to a state that follows the seal.',
    members: { state: required(name, 'State'), ...frequency },
  },
  handOver: {
    summary: 'Another builder goes on in the middle of a block.',
    members: { lost: optional(whole(0), 'Flashblocks that it has not got'), ...frequency },
  },
  freezePending: {
    summary: 'Reads of what is pre-confirmed stay as they are.',
    members: { ms: optional(milliseconds, 'Milliseconds'), ...frequency },
  },
  delayInclusion: {
    summary: 'The builder leaves a transaction out for some time.',
    members: { ms, ...target, ...frequency },
  },
  missReceipt: {
    summary: 'A synchronous send misses the receipt of its transaction and times out.',
    members: { ...target, ...frequency },
  },
  loseMessage: {
    summary: 'A message of a subscription is not sent.',
    members: subscriber,
  },
  closeSocket: {
    summary: 'The server closes a WebSocket instead of sending a message.',
    members: {
      code: optional(closeCode, 'Close code, 1000 to 4999'),
      reason: optional(closeReason, 'Words of the close frame'),
      ...subscriber,
    },
  },
  latency: {
    summary: 'A request reaches the devnet late.',
    members: { ms, jitterMs, ...filter },
  },
  error: {
    summary: 'A request fails with an error and has no effect.',
    members: {
      code: optional(errorCode, 'Code'),
      message: optional(text, 'Message'),
      data: optional(json, 'Data, JSON'),
      ...filter,
    },
  },
  disconnect: {
    summary: 'The connection is closed instead of a response.',
    members: {
      lost: optional(wordOf('request', 'answer'), 'What is lost: request or answer'),
      ...filter,
    },
  },
  staleReads: {
    summary: 'A request reads the state of some flashblocks ago.',
    members: { flashblocks: required(whole(1, maxLag), 'Flashblocks ago'), ...filter },
  },
}
