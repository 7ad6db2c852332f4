from pressure import sea_level


def test_the_pier_is_at_sea_level():
    assert sea_level(1013.2, 0, 11.4) == 1013.2


def test_the_lighthouse_is_not():
    assert round(sea_level(1009.1, 34, 11.4), 1) == 1013.2
