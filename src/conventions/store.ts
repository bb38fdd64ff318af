/**
 * State in a database. `write` is one transaction, which is durable when the promise resolves. The callback may run
 * again after a serialization conflict, so it must have no other effects.
 */
export interface Store<Reader, Writer> {
  read<T>(use: (reader: Reader) => Promise<T>): Promise<T>;
  /**
   * All reads in the callback see the data as of one moment; in `read`, each statement sees newer data. For
   * comparing several rows. The callback may run again, and must await only the reader.
   */
  snapshot<T>(use: (reader: Reader) => Promise<T>): Promise<T>;
  write<T>(use: (writer: Writer) => Promise<T>): Promise<T>;
}
