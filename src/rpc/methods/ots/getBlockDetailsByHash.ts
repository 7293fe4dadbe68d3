import * as v from 'valibot'
import { formatBlockDetails } from '../../format/trace/otterscan.ts'
import { defineMethod } from '../../method.ts'
import { hash32 } from '../../schema/hash32.ts'

/** Spec: Otterscan's custom JSON-RPC. */
export const getBlockDetailsByHash = defineMethod({
  name: 'ots_getBlockDetailsByHash',
  summary: 'As `ots_getBlockDetails`, by hash.',
  params: v.strictTuple([hash32]),
  handler: async ({ reader }, [hash]) => {
    const view = await reader.find({ hash })
    return view === undefined ? null : formatBlockDetails(view)
  },
})
