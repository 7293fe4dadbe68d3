import type { FaultName, TransactionFate, TransactionReason } from '../../types/transactionFate.ts'
import { explainPooled, type Situation } from './explainPooled.ts'

type InStatus<Status extends TransactionFate['status']> = Extract<
  TransactionFate,
  { readonly status: Status }
>

/** A transaction with all that explains it; `armed` is a fault that would take it out of its block at the seal. */
export type Explained =
  | { readonly transaction: InStatus<'unknown' | 'sealed' | 'dropped'> }
  | { readonly transaction: InStatus<'preconfirmed'>; readonly armed: FaultName | undefined }
  | {
      readonly situation: Situation
      readonly armed: FaultName | undefined
      /** Until when, in ms of the chain's time, which fault keeps it out of blocks. */
      readonly leftOut: { readonly untilMs: number; readonly fault: FaultName } | undefined
    }

/** Why a transaction is not included, or where it is. */
export function explain(explained: Explained): TransactionReason {
  if ('situation' in explained) return inPool(explained)
  if ('armed' in explained) return preconfirmed(explained.transaction, explained.armed)
  const { transaction } = explained
  switch (transaction.status) {
    case 'sealed':
      return sealed(transaction)
    case 'dropped':
      return dropped(transaction)
    case 'unknown':
      return {
        hash: transaction.hash,
        reason: 'unknown',
        message:
          'no transaction with this hash is known: it was not sent to this chain, or was refused; send it and read the answer',
        details: {},
      }
  }
}

function inPool({
  situation,
  armed,
  leftOut,
}: Extract<Explained, { readonly situation: Situation }>): TransactionReason {
  const explanation = explainPooled(situation)
  if (leftOut !== undefined && ['waiting', 'cadence'].includes(explanation.reason)) {
    const { hash } = explanation
    const { id, kind } = leftOut.fault
    const end = new Date(leftOut.untilMs).toISOString()
    const message = `the injected fault ${id} (${kind}) keeps it out of blocks until ${end} of the chain's time; to end that, call faults.clear(), by JSON-RPC preconf_clearFaults`
    return { hash, reason: 'fault', message, details: { id, kind } }
  }
  if (armed === undefined || explanation.reason !== 'waiting') return explanation
  return willDrop(explanation.hash, explanation.message, armed)
}

function preconfirmed(
  { hash, blockNumber, flashblockIndex, transactionIndex }: InStatus<'preconfirmed'>,
  armed: FaultName | undefined,
): TransactionReason {
  const where = `it is pre-confirmed in flashblock ${flashblockIndex} of block ${blockNumber} as transaction ${transactionIndex}`
  if (armed !== undefined) return willDrop(hash, where, armed)
  return {
    hash,
    reason: 'preconfirmed',
    message: `${where}; the block is not sealed yet`,
    details: { blockNumber, flashblockIndex, transactionIndex },
  }
}

function willDrop(
  hash: TransactionFate['hash'],
  where: string,
  { id, kind }: FaultName,
): TransactionReason {
  return {
    hash,
    reason: 'fault',
    message: `${where}, but the injected fault ${id} (${kind}) is armed to take it out of the block at the seal; to keep it, call faults.remove('${id}'), by JSON-RPC preconf_removeFault`,
    details: { id, kind },
  }
}

function sealed({
  hash,
  blockNumber,
  blockHash,
  transactionIndex,
}: InStatus<'sealed'>): TransactionReason {
  return {
    hash,
    reason: 'sealed',
    message: `it is sealed in block ${blockNumber} (${blockHash}) as transaction ${transactionIndex}`,
    details: { blockNumber, blockHash, transactionIndex },
  }
}

function dropped(transaction: InStatus<'dropped'>): TransactionReason {
  const { hash } = transaction
  switch (transaction.reason) {
    case 'replaced': {
      const { reason, replacedBy } = transaction
      const message = `it was replaced in the pool by ${replacedBy}, with the same nonce and higher fees`
      return { hash, reason: 'dropped', message, details: { reason, replacedBy } }
    }
    case 'nonceUsed': {
      const message =
        'its nonce was used, by another transaction or an authorization (EIP-7702); sign it again with the next nonce of its sender'
      return { hash, reason: 'dropped', message, details: { reason: transaction.reason } }
    }
    case 'invalid': {
      const { reason, message: why } = transaction
      const message = `no block can take it: ${why}`
      return { hash, reason: 'dropped', message, details: { reason, message: why } }
    }
    case 'removed': {
      const message = 'it was removed from the pool; send it again'
      return { hash, reason: 'dropped', message, details: { reason: transaction.reason } }
    }
    case 'reorged': {
      const { reason, blockNumber, blockHash } = transaction
      const message = `its block ${blockNumber} (${blockHash}) left the chain, and it did not go back to the pool; send it again`
      return { hash, reason: 'dropped', message, details: { reason, blockNumber, blockHash } }
    }
    case 'fault': {
      const { id, kind } = transaction.fault
      const message = `the injected fault ${id} (${kind}) took it out of its block; send it again`
      return { hash, reason: 'fault', message, details: { id, kind } }
    }
  }
}
