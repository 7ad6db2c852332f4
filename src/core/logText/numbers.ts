type TypedArray = Uint16Array | Uint32Array | Float64Array;

/** A typed array that doubles its capacity when full. */
export class Numbers {
  private readonly make: new (length: number) => TypedArray;
  private values: TypedArray;
  length = 0;

  constructor(make: new (length: number) => TypedArray) {
    this.make = make;
    this.values = new make(64);
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new this.make(Math.max(64, this.length * 2));
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  /** Frees the capacity that is not used. */
  trim(): void {
    if (this.values.length > this.length) this.values = this.values.slice(0, this.length);
  }

  at(index: number): number {
    return this.values[index] ?? 0;
  }

  /** Returns the index of the first number that is not less than a value; the length if there is none. The numbers ascend. */
  firstFrom(value: number): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.at(middle) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
