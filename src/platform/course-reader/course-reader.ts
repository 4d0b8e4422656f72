/** Reads files with courses, in threads of its own. */
export interface CourseReader {
  /**
   * @param owner the organisation, whose files wait for each other rather than hold up those of others
   * @param task the known facts about the file
   * @param bytesOf returns the bytes of the file from `start` to `end`, inclusive; the thread has no other access to them
   * @returns what the domain finds in the file
   * @throws UnreadableCourse
   */
  read<Course>(owner: string, task: object, bytesOf: (start: number, end: number) => Promise<Uint8Array>): Promise<Course>;
  close(): Promise<void>;
}
