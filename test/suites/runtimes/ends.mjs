import { createDevnet } from 'preconf'
import { exitWhileCompiling } from './exitWhileCompiling.mjs'

const devnet = await createDevnet()
await devnet.close()
exitWhileCompiling()
