/** Of one organisation. */
export const MOST_ENDPOINTS = 10;
