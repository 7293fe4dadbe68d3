// In place of EthereumJS's own BLS12-381: preconf gives every EVM another (src/ethereumjs/precompiles/curves.ts).
export class NobleBLS {}
