/** Reads files with courses, in threads of its own. */
export interface CourseReader {
  /**
   * @param owner the organisation, whose files wait for each other rather than hold up those of others
   * @param task what is known of the file
   * @param bytesOf the bytes of the file from `start` to `end`, inclusive. The thread has no other way to them
   * @returns what the domain finds in the file
   * @throws UnreadableCourse
   */
  read<Course>(owner: string, task: object, bytesOf: (start: number, end: number) => Promise<Uint8Array>): Promise<Course>;
  close(): Promise<void>;
}
