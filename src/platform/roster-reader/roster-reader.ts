/** A row of a file with the number of the line on which it begins. */
export interface RosterLine {
  line: number;
  values: string[];
}

/** A file as it was read. Encoding and delimiter are null for a workbook. */
export interface RosterFile {
  format: 'csv' | 'xlsx';
  /** Name of the encoding in the Encoding Standard, in lower case. */
  encoding: string | null;
  delimiter: string | null;
  headings: string[];
  rows: RosterLine[];
}

/** Reads files with one row for each person, in threads of its own. */
export interface RosterReader {
  /**
   * @param owner the organisation, whose files wait for each other rather than hold up those of others
   * @param encoding if null, the encoding is recognised
   * @throws ValidationError for a file that cannot be read
   */
  read(owner: string, bytes: Buffer, encoding: string | null): Promise<RosterFile>;
  close(): Promise<void>;
}
