/**
 * What a phone is (DESIGN.md section 10), for scripts and, as `@media (--phone)`, for style sheets: a narrow screen, or one held sideways, which is wider but has
 * no height for a table. A tablet does not become one when its keyboard comes up: held sideways it is wider.
 */
export const phone = "((max-width: 767px) or ((max-width: 1023px) and (max-height: 500px) and (pointer: coarse)))";
