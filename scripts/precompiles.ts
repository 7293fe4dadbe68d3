// Compiles the precompiles' WebAssembly into the sources; see compileAssembly.ts.
import { compileAssembly } from './compileAssembly.ts'

await compileAssembly('src/evm/precompiles', 'precompiles')
