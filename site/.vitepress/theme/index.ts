import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import LiveDevnet from './LiveDevnet.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('LiveDevnet', LiveDevnet)
  },
} satisfies Theme
