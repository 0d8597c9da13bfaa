const control = ':is(input, textarea, select, button, [role="spinbutton"], [tabindex="0"])';
const reached = `${control}:not([tabindex="-1"], [type="hidden"], :disabled, [aria-hidden="true"] *)`;

/**
 * Moves the focus to the first field that is marked as wrong, whatever of it can be focused. A button beside its label, such as a link to help, is not its control.
 * @returns false if none is marked
 */
export function focusProblem(form: Element): boolean {
  for (const field of form.querySelectorAll('[aria-invalid="true"], [data-invalid]')) {
    const wrong = [field, ...field.querySelectorAll('[aria-invalid="true"]')].find((one) => one.matches(reached));
    const target = wrong ?? field.querySelector(reached);
    if (!(target instanceof HTMLElement)) continue;
    target.focus();
    return true;
  }
  return false;
}
