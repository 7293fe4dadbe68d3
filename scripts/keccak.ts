// Compiles Keccak-256 for the host into the sources; see compileAssembly.ts.
import { compileAssembly } from './compileAssembly.ts'

await compileAssembly('src/evm/keccak', 'keccak')
