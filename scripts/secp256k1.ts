// Compiles the WebAssembly that recovers public keys into the sources; see compileAssembly.ts.
import { compileAssembly } from './compileAssembly.ts'

await compileAssembly('src/evm/secp256k1', 'secp256k1')
