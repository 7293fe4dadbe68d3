// State gas (EIP-8037): paid from what a transaction has set aside for it, then from the gas of the frame at work.
import { gasAt, stateSpentAt } from '../layout'

/** What is set aside and not yet used. */
let reservoir: i64 = 0
/** State gas that the transaction has used so far. */
let used: i64 = 0

export function setStateGas(reserved: f64, usedSoFar: f64): void {
  reservoir = i64(reserved)
  used = i64(usedSoFar)
}

export function stateGasLeft(): f64 {
  return f64(reservoir)
}

export function stateGasUsed(): f64 {
  return f64(used)
}

/** Gives what is left of the frame's gas, negative where both together are not enough: nothing is paid then. */
export function payFrom(frame: usize, gas: i64, amount: i64): i64 {
  const spent = amount > reservoir ? amount - reservoir : 0
  if (spent > gas) return -1
  reservoir -= amount - spent
  used += amount
  if (spent != 0) store<i64>(frame, load<i64>(frame, stateSpentAt) + spent, stateSpentAt)
  return gas - spent
}

/** Gives back what was paid for state that is gone again, first to what paid last. Gives the frame's gas. */
export function refillTo(frame: usize, gas: i64, amount: i64): i64 {
  const spent = load<i64>(frame, stateSpentAt)
  const back = amount < spent ? amount : spent
  reservoir += amount - back
  used -= amount
  store<i64>(frame, spent - back, stateSpentAt)
  return gas + back
}

/** The same as `payFrom` for a frame that has left. Says whether it has paid. */
export function payStateGas(frame: usize, amount: i32): bool {
  const gas = payFrom(frame, load<i64>(frame, gasAt), amount)
  if (gas < 0) return false
  store<i64>(frame, gas, gasAt)
  return true
}

export function refillStateGas(frame: usize, amount: i32): void {
  store<i64>(frame, refillTo(frame, load<i64>(frame, gasAt), amount), gasAt)
}
