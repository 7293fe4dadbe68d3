// One for all: noble's calls 2,800 functions for each hash, which short runs feel.
export { keccak256 as keccak_256 } from '../../src/wasm/keccak/keccak256.ts'
