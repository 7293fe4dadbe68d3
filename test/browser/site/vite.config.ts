import { defineConfig } from 'vite'

// Vite's own format for workers, 'iife', has no modules in it.
export default defineConfig({ worker: { format: 'es' } })
