import type { BlockHeader } from '@ethereumjs/block'
import type { TypedTransaction } from '@ethereumjs/tx'
import { chainIdOf } from '../../ethereumjs/transaction/decodeTransaction.ts'
import { bytesToBigInt, bytesToHex, quantity } from '../../lib/hex.ts'
import { accountsAsStored } from '../../state/accountRecords.ts'
import { ForkedState } from '../../state/forkedState.ts'
import type { PersistentState } from '../../state/persistentState.ts'
import type { Receipt, SignedTransaction } from '../../types/transaction.ts'
import type { SealedBlock } from '../../types/view.ts'
import { JsonBytes, jsonText, pieceLength } from '../jsonText.ts'

import { accountText, exitOf, recordText } from './anvilAccounts.ts'

/** The fields of Anvil's state file that stand before all others: its head, and the accounts. */
export function* headAndAccounts(
  head: SealedBlock,
  state: PersistentState,
): Generator<string | Uint8Array, void> {
  yield `{"block":${environmentText(head.header)},"accounts":{`
  const isFork = state instanceof ForkedState
  const json = new JsonBytes()
  let separator = ''
  for (const account of accountsAsStored(state.trie)) {
    json.text(separator)
    separator = ','
    yield* 'record' in account ? recordText(account, json) : accountText(account, isFork, json)
    if (json.length >= pieceLength) yield json.take()
  }
  yield json.take()
  yield '}'
}

/** The fields with the blocks, and what came of their transactions. */
export function* blocksText(blocks: readonly SealedBlock[]): Generator<string, void> {
  yield `,"best_block_number":${blocks.at(-1)?.number ?? 0n},"blocks":[`
  for (const [index, block] of blocks.entries()) {
    yield (index === 0 ? '' : ',') + jsonText(blockOf(block))
  }
  yield '],"transactions":['
  let isFirst = true
  for (const block of blocks) {
    for (const receipt of block.receipts) {
      yield (isFirst ? '' : ',') + outcomeText(block, receipt)
      isFirst = false
    }
  }
  yield ']'
}

/** 64-bit numbers are written as JSON numbers, as Anvil requires; JSON.stringify cannot. */
function environmentText(header: BlockHeader): string {
  const { number, coinbase, timestamp, gasLimit, baseFeePerGas, difficulty, mixHash } = header
  const { excessBlobGas } = header
  const blobs =
    excessBlobGas === undefined
      ? 'null'
      : `{"excess_blob_gas":${excessBlobGas},"blob_gasprice":${header.getBlobGasPrice()}}`
  return [
    `{"number":"${quantity(number)}","beneficiary":"${coinbase}"`,
    `"timestamp":"${quantity(timestamp)}","gas_limit":${gasLimit},"basefee":${baseFeePerGas ?? 0n}`,
    `"difficulty":"${quantity(difficulty)}","prevrandao":"${bytesToHex(mixHash)}"`,
    `"blob_excess_gas_and_price":${blobs},"slot_num":0}`,
  ].join(',')
}

function blockOf({ header, block, transactions }: SealedBlock): object {
  return {
    header: headerOf(header),
    transactions: transactions.map(transactionOf),
    ommers: block.uncleHeaders.map(headerOf),
    withdrawals:
      block.withdrawals?.map(({ index, validatorIndex, address, amount }) => ({
        index,
        validatorIndex,
        address: address.bytes,
        amount,
      })) ?? null,
  }
}

function headerOf(header: BlockHeader): object {
  return {
    parentHash: header.parentHash,
    sha3Uncles: header.uncleHash,
    miner: header.coinbase.bytes,
    stateRoot: header.stateRoot,
    transactionsRoot: header.transactionsTrie,
    receiptsRoot: header.receiptTrie,
    logsBloom: header.logsBloom,
    difficulty: header.difficulty,
    number: header.number,
    gasLimit: header.gasLimit,
    gasUsed: header.gasUsed,
    timestamp: header.timestamp,
    extraData: header.extraData,
    mixHash: header.mixHash,
    nonce: header.nonce,
    baseFeePerGas: header.baseFeePerGas,
    withdrawalsRoot: header.withdrawalsRoot,
    blobGasUsed: header.blobGasUsed,
    excessBlobGas: header.excessBlobGas,
    parentBeaconBlockRoot: header.parentBeaconBlockRoot,
    requestsHash: header.requestsHash,
    blockAccessListHash: header.blockAccessListHash,
    slotNumber: header.slotNumber,
  }
}

function transactionOf({ envelope, hash, sender, isImpersonated }: SignedTransaction): object {
  const transaction = { ...fieldsOf(envelope), ...signatureOf(envelope), hash }
  return { transaction, impersonated_sender: isImpersonated ? sender.bytes : null }
}

function fieldsOf(envelope: TypedTransaction): object {
  return {
    type: quantity(envelope.type),
    chainId: chainIdOf(envelope),
    nonce: envelope.nonce,
    gas: envelope.gasLimit,
    ...('maxFeePerGas' in envelope
      ? {
          maxFeePerGas: envelope.maxFeePerGas,
          maxPriorityFeePerGas: envelope.maxPriorityFeePerGas,
        }
      : { gasPrice: envelope.gasPrice }),
    ...('maxFeePerBlobGas' in envelope && {
      maxFeePerBlobGas: envelope.maxFeePerBlobGas,
      blobVersionedHashes: envelope.blobVersionedHashes,
    }),
    to: envelope.to?.bytes ?? null,
    value: envelope.value,
    ...('accessList' in envelope && {
      accessList: envelope.accessList.map(([address, storageKeys]) => ({ address, storageKeys })),
    }),
    ...('authorizationList' in envelope && {
      authorizationList: envelope.authorizationList.map(authorizationOf),
    }),
    input: envelope.data,
  }
}

function signatureOf({ type, v = 0n, r = 0n, s = 0n }: TypedTransaction): object {
  return type === 0 ? { r, s, v } : { r, s, yParity: v, v }
}

function authorizationOf([chainId, address, nonce, yParity, r, s]: readonly Uint8Array[]): object {
  const number = (bytes: Uint8Array | undefined): bigint => bytesToBigInt(bytes ?? new Uint8Array())
  return {
    chainId: number(chainId),
    address,
    nonce: number(nonce),
    yParity: number(yParity),
    r: number(r),
    s: number(s),
  }
}

function outcomeText(block: SealedBlock, receipt: Receipt): string {
  const { transaction, index, contractAddress, output, failure, gasUsed } = receipt
  const { envelope } = transaction
  const info = jsonText({
    transaction_hash: transaction.hash,
    transaction_index: index,
    from: transaction.sender.bytes,
    to: envelope.to?.bytes ?? null,
    contract_address: contractAddress ?? null,
    traces: [],
    exit: exitOf(failure, output),
    out: output,
  })
  const stored = jsonText({
    type: quantity(envelope.type),
    status: quantity(receipt.status),
    cumulativeGasUsed: receipt.cumulativeGasUsed,
    logs: receipt.logs.map(({ address, topics, data }) => ({ address, topics, data })),
    logsBloom: receipt.logsBloom,
  })
  const place = `"block_hash":"${block.hash}","block_number":${block.number}`
  const counted = `"nonce":${envelope.nonce},"gas_used":${gasUsed}`
  return `{"info":${info.slice(0, -1)},${counted}},"receipt":${stored},${place}}`
}
