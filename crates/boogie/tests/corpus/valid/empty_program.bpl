// an empty program declares nothing
