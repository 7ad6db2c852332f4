"""Pressure at sea level from pressure at the station."""


def sea_level(hectopascals: float, metres: float, celsius: float) -> float:
    lapse = 0.0065 * metres
    return hectopascals * (1 - lapse / (celsius + lapse + 273.15)) ** -5.257
