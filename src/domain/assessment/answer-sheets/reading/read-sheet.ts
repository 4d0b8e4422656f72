import { type GreyImage, greyJpeg, openPhoto, type Photo, UnreadablePhotoError } from '../../../../platform/images/photo.ts';
import type { CirclesOn, CodedPage, ReadSheet, SheetReading, UnreadableSheet } from '../../../../platform/sheet-reader/sheet-reader.ts';
import type { Bubble, Layout } from '../layout/geometry.ts';
import { LAYOUTS } from '../layout/layouts.ts';
import { isShown } from '../layout/shown.ts';
import { type FoundMarker, findMarkers, MOST_MARKERS, mergeMarkers } from './find-markers.ts';
import { judgePage, readRow } from './judge-marks.ts';
import type { Limits } from './limits.ts';
import { type LocatedPage, type LocationFault, locatePage } from './locate-page.ts';
import { PageInk, type Seen } from './measure.ts';
import { PIXELS_PER_MM, remainingBend, straighten } from './straighten.ts';

/** Photos are reduced to this many points on the longer side. It is enough for a page that fills most of the photo. */
const USUAL_LENGTH = 2200;
/** A page that is smaller in the photo than this is read from a larger copy. */
const FEWEST_PIXELS_PER_MM = 3.2;
const ENOUGH_PIXELS_PER_MM = 4.2;
/** Photos in which no page is found at first are reduced to this many points instead. */
const MOST_LENGTH = 3600;
/** Beyond this blur, in millimetres, a tick looks like the trace of a rubber. */
const MOST_BLUR = 0.85;
const LEAST_CONTRAST = 0.3;

/** The measurements of the photo of a page, before anything is judged. */
export interface SeenSheet {
  readonly page: LocatedPage;
  readonly layout: Layout;
  readonly straight: GreyImage;
  readonly seen: { readonly rows: readonly Seen[]; readonly number: readonly Seen[] };
  readonly isPrinted: (bubble: Bubble) => boolean;
}

/**
 * Reads the photo of one page of an answer sheet. Returns a reason rather than a guess.
 * @param circlesOn tells which circles the page shows; by default all of its layout
 */
export async function readSheet(bytes: Buffer, circlesOn?: CirclesOn): Promise<SheetReading> {
  const sheet = await lookAtSheet(bytes, circlesOn);
  if ('reason' in sheet) return sheet;
  const { page, layout, straight, seen, isPrinted } = sheet;
  return {
    status: 'read',
    ...placeOf(page),
    ...judgeSheet(layout, page.isFolded, seen, isPrinted),
    picture: await greyJpeg(straight, 70),
    pixelsPerMm: PIXELS_PER_MM,
  };
}

/** Finds the page of a photo and looks at its bubbles. */
export async function lookAtSheet(bytes: Buffer, circlesOn: CirclesOn = async () => null): Promise<SeenSheet | UnreadableSheet> {
  try {
    return await lookAtPhoto(await openPhoto(bytes), circlesOn);
  } catch (error) {
    if (error instanceof UnreadablePhotoError) return { status: 'failed', reason: error.reason === 'too_large' ? 'not_image' : error.reason };
    throw error;
  }
}

/** Judges what was seen. Where a part of the page is hidden, no row of it is certain. */
export function judgeSheet(
  layout: Layout,
  isFolded: boolean,
  seen: SeenSheet['seen'],
  isPrinted: SeenSheet['isPrinted'],
  limits?: Limits,
): Pick<ReadSheet, 'rows' | 'number'> {
  const { rows, number } = judgePage(layout, seen, isPrinted, limits);
  return { number, rows: isFolded ? rows.map(({ row }) => readRow(row, [], everyChoice(layout))) : rows };
}

async function lookAtPhoto(photo: Photo, circlesOn: CirclesOn): Promise<SeenSheet | UnreadableSheet> {
  let image = await photo.decode(USUAL_LENGTH);
  let page = locate(image);
  const wanted =
    typeof page === 'string' ? MOST_LENGTH : USUAL_LENGTH * (page.pixelsPerMm < FEWEST_PIXELS_PER_MM ? ENOUGH_PIXELS_PER_MM / page.pixelsPerMm : 1);
  if (wanted > USUAL_LENGTH && photo.longest > 1.2 * USUAL_LENGTH) {
    const larger = await photo.decode(wanted);
    const found = locate(larger);
    if (typeof found !== 'string') [image, page] = [larger, found];
  }
  if (typeof page === 'string') return { status: 'failed', reason: page };
  const layout = LAYOUTS.get(page.code.layout);
  if (!layout) return { status: 'failed', reason: 'code_unreadable' };
  const straight = straighten(image, page);
  const ink = new PageInk(straight, page.frame, page.cells);
  if (ink.quality.blur > MOST_BLUR || ink.quality.contrast < LEAST_CONTRAST) return { status: 'failed', reason: 'too_blurred' };
  const circles = await circlesOn(placeOf(page));
  const isPrinted = (bubble: Bubble) => isShown(bubble, circles);
  const first = (page.code.page - 1) * layout.rows + 1;
  return { page, layout, straight, seen: ink.look(layout, remainingBend(straight, layout, isPrinted), isPrinted, first), isPrinted };
}

const placeOf = ({ code }: LocatedPage): CodedPage => ({ layoutCode: code.layout, sheetId: code.sheet, page: code.page });

/** Returns all choices, because any may be marked: where a part of the page is hidden, other rows lie in the places of its rows. */
const everyChoice = ({ choices }: Layout): number[] => Array.from({ length: choices }, (_, index) => index + 1);

/**
 * Ways to tell dark from light, by the area that a point is compared with (a part of the photo's longer side) and how much darker it must be. The
 * first suits most photos, a small area suits sheets in uneven light, and a low limit blurred ones.
 */
const WAYS = [
  [1 / 26, 0.86],
  [1 / 60, 0.86],
  [1 / 26, 0.62],
] as const;

/** Looks for the page in one way after the other, until the markers found in all of them make up a page. */
function locate(image: GreyImage): LocatedPage | LocationFault {
  const length = Math.max(image.width, image.height);
  const found: FoundMarker[][] = [];
  let fault: LocationFault = 'markers_not_found';
  for (const [part, dark] of WAYS) {
    const markers = findMarkers(image, length * part, dark);
    found.push(markers);
    const all = mergeMarkers(found);
    let page = locatePage(image, all.slice(0, MOST_MARKERS));
    // Circles with dots in them look like markers, too, and leave no room for the markers that only this way finds.
    if (all.length > MOST_MARKERS && typeof page === 'string' && page !== 'code_unreadable') page = locatePage(image, markers);
    if (typeof page !== 'string') return page;
    if (fault !== 'code_unreadable') fault = page;
  }
  return fault;
}
