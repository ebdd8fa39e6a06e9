export interface Environment {}
