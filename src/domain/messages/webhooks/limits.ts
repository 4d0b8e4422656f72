/** The maximum number of webhook endpoints of an organisation. */
export const MOST_ENDPOINTS = 10;
