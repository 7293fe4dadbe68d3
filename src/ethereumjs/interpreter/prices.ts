import type { Common } from '@ethereumjs/common'

/** What the opcodes cost that are done outside of the core, since Berlin. */
export interface Prices {
  readonly coldAccess: number
  readonly warmAccess: number
  readonly balance: number
  readonly codeSize: number
  readonly codeCopy: number
  readonly codeHash: number
  readonly selfBalance: number
  readonly log: number
  readonly logTopic: number
  readonly logByte: number
  readonly copyWord: number
  readonly call: number
  /** More for a call that sends something, and what of it the called code may use. */
  readonly callValue: number
  readonly callStipend: number
  /** More for sending something to an account that is not there, or empty. */
  readonly newAccount: number
}

export function pricesOf(common: Common): Prices {
  // Earlier not all of them are known, and none is asked for.
  const isKnown = common.isActivatedEIP(2929)
  const price = (name: string) => (isKnown ? Number(common.param(name)) : 0)
  return {
    coldAccess: price('coldaccountaccessGas'),
    warmAccess: price('warmstoragereadGas'),
    balance: price('balanceGas'),
    codeSize: price('extcodesizeGas'),
    codeCopy: price('extcodecopyGas'),
    codeHash: price('extcodehashGas'),
    selfBalance: price('selfbalanceGas'),
    log: price('logGas'),
    logTopic: price('logTopicGas'),
    logByte: price('logDataGas'),
    copyWord: price('copyGas'),
    call: price('callGas'),
    callValue: price('callValueTransferGas'),
    callStipend: price('callStipendGas'),
    newAccount: price('callNewAccountGas'),
  }
}
