/** Position of the focus: row −1 is the header, column 0 the checkbox. */
export interface Place {
  row: number;
  column: number;
}

/** The cell that names the row; letters are commands there, while in a value's cell they are the first letter of the new value. */
export const nameColumn = 1;
