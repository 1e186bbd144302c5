/** The reader of OpenAPI in the colours and fonts of the other pages. */
export const LOOK = `
.light-mode, .dark-mode {
  --scalar-font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  --scalar-font-code: ui-monospace, "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
  --scalar-color-1: var(--ink);
  --scalar-color-2: var(--ink-soft);
  --scalar-color-3: var(--ink-soft);
  --scalar-color-accent: var(--accent);
  --scalar-background-1: var(--surface);
  --scalar-background-2: var(--ground);
  --scalar-background-3: var(--sunken);
  --scalar-background-accent: var(--accent-ground);
  --scalar-border-color: var(--line);
  --scalar-sidebar-background-1: var(--ground);
  --scalar-sidebar-color-active: var(--accent);
  --scalar-sidebar-item-active-background: var(--accent-ground);
}
a[href*="scalar.com"] { display: none; }
/* "Bearer: bearer" says nothing that the description below it does not. */
.introduction-section table p.font-medium { display: none; }
/* Less empty space between the chapters. */
.section.section { padding-block: 2.5rem; }
`
