import { createTheme } from '@mantine/core';
import type { MantineColorsTuple } from '@mantine/core';
import type { FocusEvent, KeyboardEvent } from 'react';

const teal: MantineColorsTuple = [
  '#eefaf7', '#d7f2ec', '#ade3d8', '#7fd2c2', '#4dbdaa', '#27a594', '#178b7f', '#117f75', '#0f766e', '#0a5751',
]; // oxfmt-ignore
const slate: MantineColorsTuple = [
  '#f7f9fb', '#eff3f6', '#e3e9ef', '#d3dce5', '#b8c4d0', '#8fa0b2', '#5d6f82', '#45566a', '#2c3b4d', '#182433',
]; // oxfmt-ignore
const night: MantineColorsTuple = [
  '#e4eaf0', '#c5ced8', '#9dabb9', '#748393', '#33404d', '#293541', '#1b242d', '#141b22', '#0f151b', '#0a0f14',
]; // oxfmt-ignore
const red: MantineColorsTuple = [
  '#fdf2f1', '#fbe1df', '#f5c0bc', '#ee9a94', '#e57268', '#da5145', '#cb3a2e', '#b72f24', '#a4281e', '#7d1c15',
]; // oxfmt-ignore
const amber: MantineColorsTuple = [
  '#fff8eb', '#fdecc9', '#fad98f', '#f5c252', '#eda823', '#d68c0b', '#b67206', '#985c07', '#864f09', '#643a08',
]; // oxfmt-ignore
const green: MantineColorsTuple = [
  '#effaf2', '#d9f2e0', '#b1e3c0', '#83d19b', '#53ba76', '#33a15b', '#258a4a', '#1d7a40', '#1a6d3a', '#12502a',
]; // oxfmt-ignore
const blue: MantineColorsTuple = [
  '#eff6fd', '#d9e9fa', '#b1d2f3', '#84b7ea', '#5498de', '#357fcd', '#266bb6', '#1f60a6', '#1b5694', '#133f6e',
]; // oxfmt-ignore

const system =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans Devanagari", "Helvetica Neue", Arial, sans-serif';

/**
 * Browsers keep what is typed on the disk, to propose it again: borrowers' names, numbers and addresses, and no logout takes
 * them away. Fields about the person's own account name what they are for.
 */
const notKept = { defaultProps: { autoComplete: 'off' } };

/** A menu begins at its first item that can be chosen: its own search takes a disabled one, which can't have the focus. */
function beginMenu(menu: HTMLElement | null): void {
  menu?.querySelector('[data-menu-item]:not(:disabled)')?.setAttribute('data-autofocus', '');
}

/** Tells a menu's style sheet how high the window lets it be; what is more scrolls in it. */
function tellRoom(place: { availableHeight: number; elements: { floating: HTMLElement } }): void {
  place.elements.floating.style.setProperty('--rc-menu-room', `${place.availableHeight}px`);
}

/**
 * What comes to a field by a script or by Tab sees the field: its list opens by a click, an arrow or typing, and what is
 * typed marks the first choice that fits.
 */
const chosenByKeys = {
  defaultProps: {
    openOnFocus: false,
    selectFirstOptionOnChange: true,
    wrapperProps: { onKeyDownCapture: chooseMarked },
  },
};

/** The one theme of the product: teal accent, slate greys, system fonts, tight radii, soft shadows. */
export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: 8,
  autoContrast: true,
  luminanceThreshold: 0.32,
  colors: { teal, gray: slate, dark: night, red, yellow: amber, green, blue },
  white: '#ffffff',
  black: '#16212e',
  fontFamily: system,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: {
    fontFamily: system,
    fontWeight: '640',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(16 32 48 / 6%)',
    sm: '0 1px 2px rgb(16 32 48 / 6%), 0 2px 6px rgb(16 32 48 / 5%)',
    md: '0 2px 4px rgb(16 32 48 / 6%), 0 8px 24px rgb(16 32 48 / 10%)',
    lg: '0 4px 8px rgb(16 32 48 / 6%), 0 16px 40px rgb(16 32 48 / 14%)',
    xl: '0 8px 16px rgb(16 32 48 / 8%), 0 28px 64px rgb(16 32 48 / 20%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    TextInput: notKept,
    Textarea: notKept,
    Autocomplete: notKept,
    TagsInput: notKept,
    Select: { defaultProps: { ...chosenByKeys.defaultProps, onFocus: overtype } },
    MultiSelect: chosenByKeys,
    ScrollArea: { defaultProps: { viewportProps: { tabIndex: 0 } } },
    // Beside text it is told by more than its colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Modal: { defaultProps: { centered: true, radius: 'lg', transitionProps: { duration: 140 } } },
    // The first entry has the focus at once, not an empty place before it.
    Menu: {
      defaultProps: {
        shadow: 'md',
        transitionProps: { duration: 100 },
        withInitialFocusPlaceholder: false,
        middlewares: { size: { padding: 8, apply: tellRoom } },
      },
    },
    MenuDropdown: { defaultProps: { ref: beginMenu } },
    Tooltip: { defaultProps: { openDelay: 350, transitionProps: { duration: 100 } } },
  },
});

/**
 * Enter in a list of choices takes the line that is marked; the library goes by another one after the letter that opened the
 * list. Where none is marked it does nothing: the form around would be sent with the choice from before what was typed.
 */
function chooseMarked(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'combobox') return;
  event.preventDefault();
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (marked == null) return;
  event.stopPropagation();
  marked.click();
}

/** In a list of choices that can be searched, what is typed takes the place of the choice, come to by a click or by keys. */
function overtype({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select();
}
