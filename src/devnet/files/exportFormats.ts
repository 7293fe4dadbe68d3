import type { ExportFormat } from '../../types/export.ts'

/** All there are. */
export const exportFormats = [
  'anvil',
  'genesis',
  'rlp',
  'fixture',
] as const satisfies readonly ExportFormat[]
