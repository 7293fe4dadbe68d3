// As `Math.min` and `Math.max`, which take no bigint. EthereumJS's make an array and a function for each call.

export function lesser(left: bigint, right: bigint): bigint {
  return right < left ? right : left
}

export function greater(left: bigint, right: bigint): bigint {
  return right > left ? right : left
}
