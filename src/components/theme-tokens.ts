import type { CSSVariablesResolver } from '@mantine/core';

const variables = {
  // Large letters need a higher one.
  '--rc-bar-height': 'max(56px, 2.25rem)',
  '--rc-menu-mini': '60px',
  '--rc-menu-wide': '248px',
  '--rc-gutter': '24px',
  '--rc-content-max': '1440px',
};

const light = {
  '--mantine-color-dimmed': '#54657a',
  '--mantine-color-placeholder': '#69798c',
  '--mantine-color-error': '#b72f24',
  '--mantine-color-anchor': '#0f766e',
  '--mantine-color-default-border': '#c9d3dd',
  '--rc-page': '#f5f7f9',
  '--rc-surface': '#ffffff',
  '--rc-surface-sunk': '#f7f9fb',
  '--rc-stripe': '#f9fbfc',
  '--rc-hover': '#eef5f5',
  '--rc-line': '#e1e7ed',
  '--rc-line-strong': '#c9d3dd',
  '--rc-text': '#16212e',
  '--rc-muted': '#54657a',
  '--rc-accent': '#0f766e',
  '--rc-accent-soft': '#e4f4f1',
  '--rc-accent-text': '#0b625b',
  '--rc-danger': '#b72f24',
  '--rc-danger-soft': '#fdf2f1',
  '--rc-warn': '#864f09',
  '--rc-warn-soft': '#fff6e5',
  '--rc-good': '#1a6d3a',
  '--rc-good-soft': '#eaf7ee',
  '--rc-info': '#1b5694',
  '--rc-info-soft': '#edf4fc',
  '--rc-quiet-soft': '#eef2f5',
};

const dark = {
  '--mantine-color-dimmed': '#9dabb9',
  '--mantine-color-placeholder': '#8896a5',
  '--mantine-color-error': '#f0928a',
  '--mantine-color-anchor': '#5fcbb9',
  '--mantine-color-body': '#1b242d',
  '--mantine-color-text': '#e4eaf0',
  '--mantine-color-default': '#1f2932',
  '--mantine-color-default-border': '#3d4b59',
  '--rc-page': '#12191f',
  '--rc-surface': '#1a232b',
  '--rc-surface-sunk': '#161e25',
  '--rc-stripe': '#1d2730',
  '--rc-hover': '#22302f',
  '--rc-line': '#2b3743',
  '--rc-line-strong': '#3d4b59',
  '--rc-text': '#e4eaf0',
  '--rc-muted': '#9dabb9',
  '--rc-accent': '#37b3a2',
  '--rc-accent-soft': '#173631',
  '--rc-accent-text': '#6fd6c5',
  '--rc-danger': '#f0928a',
  '--rc-danger-soft': '#3a211f',
  '--rc-warn': '#efbd62',
  '--rc-warn-soft': '#362a14',
  '--rc-good': '#7fd09a',
  '--rc-good-soft': '#18311f',
  '--rc-info': '#8cbcf0',
  '--rc-info-soft': '#182b40',
  '--rc-quiet-soft': '#26313b',
};

/** The tokens our own CSS modules use (`--rc-*`), for light and dark, and Mantine's mended for contrast. */
export const resolveTokens: CSSVariablesResolver = () => ({ variables, light, dark });
