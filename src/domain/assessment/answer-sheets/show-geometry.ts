import type { Shape } from '../../kernel/contract.ts';
import { NotFoundError } from '../../kernel/errors.ts';
import type { Frame, Layout } from './layout/geometry.ts';
import { FRAMES, LAYOUTS } from './layout/layouts.ts';

/**
 * Returns where everything on a sheet is, exactly as it is printed.
 * @throws NotFoundError for an unknown layout
 */
export function showGeometry(code: string | undefined): Shape<'SheetGeometry'> {
  const layout = code === undefined ? null : LAYOUTS.get(code);
  if (layout === undefined) throw new NotFoundError();
  return { frames: Object.values(FRAMES).map(showFrame), layouts: [...LAYOUTS.values()].map(showSummary), layout: layout && showLayout(layout) };
}

const showFrame = ({ markers, guides, code_cells, ...same }: Frame): Shape<'SheetFrame'> => ({
  ...same,
  markers: [...markers],
  guides: [...guides],
  code_cells: [...code_cells],
});

export const showSummary = ({ code, page_size, rows, choices, max_pages }: Layout): Shape<'SheetLayoutSummary'> => ({
  code,
  page_size,
  rows,
  choices,
  max_pages,
});

const showLayout = (layout: Layout): Shape<'SheetLayout'> => ({
  ...showSummary(layout),
  number_grid: { ...layout.number_grid, bubbles: [...layout.number_grid.bubbles] },
  blocks: [...layout.blocks],
  bubbles: [...layout.bubbles],
});
