import { address } from './address.ts'
import { object } from './object.ts'
import { quantity64 } from './quantity.ts'

/** EIP-4895; `amount` in gwei. */
export const withdrawal = object({
  index: quantity64,
  validatorIndex: quantity64,
  address,
  amount: quantity64,
})
