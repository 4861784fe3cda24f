/** Operands as written: placeholders not yet replaced, functions not yet checked. */
export type RawOperand = RawPath | RawValue | RawCall;

/** Names as written, those behind a placeholder with their `#`, and list indexes. */
export interface RawPath {
  readonly kind: 'path';
  readonly elements: readonly [string, ...(string | number)[]];
}
export interface RawValue {
  readonly kind: 'value';
  /** With its `:`. */
  readonly placeholder: string;
}
export interface RawCall {
  readonly kind: 'call';
  readonly name: string;
  readonly operands: readonly RawOperand[];
}

/** Every function call, inner ones first. */
export function* callsIn(operands: Iterable<RawOperand>): Generator<RawCall> {
  for (const operand of operands) {
    if (operand.kind !== 'call') continue;
    yield* callsIn(operand.operands);
    yield operand;
  }
}

/** Every path, in the order written. */
export function* pathsIn(operands: Iterable<RawOperand>): Generator<RawPath> {
  for (const operand of operands) {
    if (operand.kind === 'path') yield operand;
    else if (operand.kind === 'call') yield* pathsIn(operand.operands);
  }
}

/** Every value placeholder, in the order written. */
export function* valuesIn(operands: Iterable<RawOperand>): Generator<RawValue> {
  for (const operand of operands) {
    if (operand.kind === 'value') yield operand;
    else if (operand.kind === 'call') yield* valuesIn(operand.operands);
  }
}
