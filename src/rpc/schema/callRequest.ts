import * as v from 'valibot'
import { equalBytes } from '../../lib/hex.ts'
import type { CallRequest } from '../../types/request.ts'
import { accessList } from './accessList.ts'
import { address } from './address.ts'
import { authorizationList } from './authorizationList.ts'
import { data } from './data.ts'
import { bytes32 } from './hash32.ts'
import { field, list, object } from './object.ts'
import { Problem, refined } from './parsed.ts'
import { index, quantity64, quantity256 } from './quantity.ts'

/**
 * A call or a transaction to be completed and signed: execution-apis `GenericTransaction`.
 * Clients send the input as `data`, as `input` or, equal, as both.
 */
export const callRequest = v.pipe(
  object({
    type: field(index),
    from: field(address),
    to: field(address),
    gas: field(quantity64),
    gasPrice: field(quantity256),
    maxFeePerGas: field(quantity256),
    maxPriorityFeePerGas: field(quantity256),
    maxFeePerBlobGas: field(quantity256),
    value: field(quantity256),
    nonce: field(quantity64),
    data: field(data),
    input: field(data),
    chainId: field(quantity256),
    accessList: field(accessList),
    authorizationList: field(authorizationList),
    blobVersionedHashes: field(list(bytes32)),
  }),
  refined((request): CallRequest | Problem => {
    const { data: older, input } = request
    if (older !== undefined && input !== undefined && !equalBytes(older, input)) {
      return new Problem(
        'both "data" and "input" are set and not equal. Please use "input" to pass transaction call data',
      )
    }
    // Named one by one, which is several times faster than to spread the rest.
    return {
      type: request.type,
      from: request.from,
      to: request.to,
      gas: request.gas,
      gasPrice: request.gasPrice,
      maxFeePerGas: request.maxFeePerGas,
      maxPriorityFeePerGas: request.maxPriorityFeePerGas,
      maxFeePerBlobGas: request.maxFeePerBlobGas,
      value: request.value,
      nonce: request.nonce,
      data: input ?? older,
      chainId: request.chainId,
      accessList: request.accessList,
      authorizationList: request.authorizationList,
      blobVersionedHashes: request.blobVersionedHashes,
    }
  }),
)
